/** The analyses that this browser keeps, newest first. */
import { HERE, read, write } from '../browser/storage'
import { studyText, type Study } from '../study/study_text'

export interface SavedStudy {
  id: string
  slug: string
  name: string
  when: number // ms since 1970, of the last change
  text: string // see study_text.ts
}

const STUDIES_KEY = `rookery.studies${HERE}`

function all(): SavedStudy[] {
  const found = read<unknown>(STUDIES_KEY, [])
  return Array.isArray(found) ? found.filter(isSaved) : []
}

/** What is stored may be older than this page, or somebody else's. */
function isSaved(one: unknown): one is SavedStudy {
  const { id, slug, name, when, text } = (one ?? {}) as Partial<SavedStudy>
  return [id, slug, name, text].every((part) => typeof part === 'string') && Number.isFinite(when)
}

/** Of one game. */
export function savedStudies(slug: string): SavedStudy[] {
  return all().filter((saved) => saved.slug === slug)
}

export function savedStudy(id: string): SavedStudy | undefined {
  return all().find((saved) => saved.id === id)
}

export function newStudyId(): string {
  return Date.now().toString(36) + Math.random().toString(36).slice(2, 8)
}

/** False where the browser keeps nothing, or nothing more. */
export function saveStudy(id: string, study: Study): boolean {
  const saved: SavedStudy = { id, slug: study.game.slug, name: study.name, when: Date.now(), text: studyText(study) }
  return write(STUDIES_KEY, [saved, ...all().filter((other) => other.id !== id)])
}

export function forgetStudy(id: string): void {
  write(
    STUDIES_KEY,
    all().filter((saved) => saved.id !== id),
  )
}
