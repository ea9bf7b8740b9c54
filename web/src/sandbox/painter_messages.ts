/** What a page and a painter in a sandbox say to each other. */
import type { OfPositions, SeenView } from '../painting/painter'
import type { BoardCard, LessonScript } from '../protocol'

export type ToPainter =
  | { kind: 'open'; id: number; name: string; code: Blob } // from now on this is the code of that name
  | { kind: 'picture'; id: number; name: string; seen: SeenView; zones: readonly string[] }
  | { kind: 'told'; id: number; name: string; seen: SeenView; actions: readonly number[] }
  | { kind: 'why'; id: number; name: string; seen: SeenView; path: readonly string[]; spot: string }
  | { kind: 'lesson'; id: number; name: string; script: LessonScript; answers: readonly number[] }
  | {
      kind: 'ask'
      id: number
      name: string
      card: BoardCard
      eyes: number | null
      method: OfPositions
      given: unknown[]
    }

export type FromPainter =
  { kind: 'answer'; id: number; answer: unknown } | { kind: 'failed'; id: number; words: string } // a sentence
