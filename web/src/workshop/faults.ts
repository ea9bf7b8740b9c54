/** What goes wrong on the board of a game that somebody writes: the page plays it, and Python knows the line. */
import { OF_POSITIONS, type Painter, type Positions } from '../painting/painter'
import { GameFault } from '../sandbox/distant_painter'
import { StudyTable, type StudiedGame } from '../study/study_table.svelte'
import type { BoardCard } from '../protocol'
import type { LawFails } from './workshop_types'

/** What is said instead, of what goes wrong where a way is played; `fault`: what the painter says. */
type FaultWords = (way: readonly number[], fault: GameFault) => Promise<string>

/** The same painter, which says so what goes wrong. */
export function tellingFaults(painter: Painter, told: FaultWords): Painter {
  const study = async (...given: Parameters<Painter['study']>) => {
    const positions = await painter.study(...given)
    const ask = positions as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>
    const methods = OF_POSITIONS.map((method) => [
      method,
      (...given: unknown[]) => ask[method]!(...given).catch((error: unknown) => failed(given[0], error)),
    ])
    return { ...positions, ...Object.fromEntries(methods) } as Positions
  }
  const failed = async (way: unknown, error: unknown) => {
    if (!(error instanceof GameFault) || !Array.isArray(way)) throw error
    throw new Error(await told(way as number[], error))
  }
  return { ...painter, study }
}

/** Rejects with a sentence where the position after these actions cannot be shown. `from`: see StudyTable. */
export async function mustBeShown(slug: string, from: StudiedGame | BoardCard, way: readonly number[]): Promise<void> {
  const table = new StudyTable(slug, from)
  try {
    const positions = await table.positions()
    await Promise.all([positions.entries(way, 0), positions.moments(way, way.length)])
  } finally {
    table.end()
  }
}

/** "rules.py, line 81" */
export const placeOf = ({ file, line }: LawFails): string => (line > 0 ? `${file}, line ${line}` : file)
