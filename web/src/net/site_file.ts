/** What a page asks for that is a file of the site, made with it. */

/** The path from the folder of the site; null where the parlour has to answer. */
export function siteFile(path: string): string | null {
  if (/^\/api\/games(\?|$)/.test(path)) return 'games.json'
  const rules = /^\/rules\/([\w.%-]+)$/.exec(path)
  if (rules) return `rules/${rules[1]}.html`
  return /^\/(art\/[\w.%-]+|games\/[\w.%-]+\/picture)\.svg$/.test(path) ? path.slice(1) : null
}

/** The file with the answers about lessons and puzzles of a game, by path, which `unpacked` reads; null for other
 *  paths. */
export function answersFile(path: string): string | null {
  const found = /^\/api\/games\/([\w-]+)\/(lessons|puzzles)(\/|$)/.exec(path)
  return found && `answers/${found[1]}.packed`
}

/** What a file holds that was compressed by gzip: plain file servers do not compress. */
export const unpacked = (file: Response): Promise<unknown> =>
  new Response(file.body!.pipeThrough(new DecompressionStream('gzip'))).json()
