/** In the address of the analysis board: a game that was played at a table, and the position that is looked at. */

export interface TableStudy {
  table: string
  ply: number
}

export function tableStudyText({ table, ply }: TableStudy): string {
  return new URLSearchParams({ table, at: String(ply) }).toString()
}

/** Null: the text describes something else. */
export function readTableStudy(text: string): TableStudy | null {
  const fields = new URLSearchParams(text)
  const table = fields.get('table')
  return table ? { table, ply: Number(fields.get('at')) || 0 } : null
}
