/** Files that a worker was given: one that can reach no host has no others. */

const given = new Map<string, Blob>() // by address

/** From now on these addresses have these contents. */
export function giveFiles(files: Readonly<Record<string, Blob>>): void {
  for (const [address, data] of Object.entries(files)) given.set(address, data)
}

/** `fetch`, but for files that were given. */
export function fetched(address: string | URL, init?: RequestInit): Promise<Response> {
  const data = given.get(String(address))
  return data ? Promise.resolve(new Response(data)) : fetch(address, init)
}

/** `import`, but for files that were given. */
export async function imported<Module>(address: string): Promise<Module> {
  const data = given.get(address)
  if (!data) return (await import(/* @vite-ignore */ address)) as Module
  const own = URL.createObjectURL(data.slice(0, data.size, 'text/javascript'))
  try {
    return (await import(/* @vite-ignore */ own)) as Module
  } finally {
    URL.revokeObjectURL(own)
  }
}
