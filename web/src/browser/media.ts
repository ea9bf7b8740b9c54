/** Media queries. Where a browser answers none, nothing is narrow, dark or touched. */

export function media(query: string): MediaQueryList {
  try {
    return matchMedia(query)
  } catch {
    return {
      matches: false,
      media: query,
      addEventListener() {},
      removeEventListener() {},
    } as unknown as MediaQueryList
  }
}
