/** The slugs that games of people have at a server that knows their rules alone (src/rookery/server/rooms/strangers.py). */

const MADE = /^\/?(?:(?:art|rules|games)\/)?(made-[0-9a-f]{32})(?:[./]|$)/

/** That of a slug itself, of the name of its code, or of the path of a file; '': this is about no such game. */
export function madeSlug(path: string): string {
  return MADE.exec(path)?.[1] ?? ''
}
