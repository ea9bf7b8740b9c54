/** Saves a file that is made on request, under the name that it comes with. */
import { download } from '../net/requests'

const BLOB_LIFETIME = 60_000 // ms for which the browser may read what it saves

/** Rejects with a sentence. */
export async function saveFile(address: string): Promise<void> {
  const { name, data } = await download(address)
  saveData(name, data)
}

/** Saves what this page has made. */
export function saveData(name: string, data: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(data)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), BLOB_LIFETIME)
}

/** A click that the browser itself would answer in another way, such as in a new tab. */
export function isSpecial(event: MouseEvent): boolean {
  return event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
}
