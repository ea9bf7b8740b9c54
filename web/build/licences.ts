/** The licences of all packages that are in the page or in its workers, as a file beside it: licences.txt. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'

const FILES = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'LICENCE']
const RULER = '='.repeat(100)
const PACKAGE = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//

interface Package {
  name: string
  version: string
  license: string
}

export class Licences {
  readonly #folders = new Set<string>()

  /** Notes from which packages modules come. */
  gather(): Plugin {
    return {
      name: 'gather-licences',
      moduleParsed: ({ id }) => this.#note(id),
    }
  }

  #note(file: string): void {
    const folder = PACKAGE.exec(file)?.[1]
    if (folder && !folder.startsWith('\0')) this.#folders.add(folder)
  }

  /** Workers are made before the page is written, and files that styles name, such as typefaces, are no modules. */
  write(): Plugin {
    const text = (files: readonly string[]) => {
      for (const file of files) this.#note(resolve(file))
      return this.#text()
    }
    return {
      name: 'write-licences',
      apply: 'build',
      generateBundle(_, bundle) {
        const files = Object.values(bundle).flatMap((one) => (one.type === 'asset' ? one.originalFileNames : []))
        this.emitFile({ type: 'asset', fileName: 'licences.txt', source: text(files) })
      },
    }
  }

  #text(): string {
    const ours = { told: 'Rookery: MIT', text: textOf(join(import.meta.dirname, '../..')) }
    const others = [...this.#folders].sort().map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf-8')) as Package
      return { told: `${name} ${version}: ${license}`, text: textOf(folder) || license }
    })
    const all = [ours, ...others]
    const texts = all.map(({ told, text }) => `${RULER}\n${told}\n${RULER}\n\n${text.trim()}\n`)
    return `These pages are made of:\n\n${all.map(({ told }) => told).join('\n')}\n\n${texts.join('\n')}`
  }
}

function textOf(folder: string): string {
  const file = FILES.map((name) => join(folder, name)).find((path) => existsSync(path))
  return file ? readFileSync(file, 'utf-8') : ''
}
