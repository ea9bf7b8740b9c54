/** Components that a test shows; they end with it. */
import { flushSync, mount, unmount, type Component } from 'svelte'
import { afterEach } from 'vitest'

const shown: object[] = []

/** Takes away what is shown, if the end of the test is too late. */
export async function clear(): Promise<void> {
  for (const component of shown.splice(0)) await unmount(component)
}
afterEach(clear)

/** Shows a component, once all of its effects have run. */
export function show<Props extends Record<string, unknown>>(component: Component<Props>, props: Props): void {
  shown.push(mount(component, { target: document.body, props }))
  flushSync()
}

/** The button that says so. */
export function button(words: string): HTMLButtonElement | undefined {
  return [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === words)
}
