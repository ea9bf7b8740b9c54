// node minified.mjs FOLDER: makes the programs in a folder shorter, in place. Names of classes stay, because programs
// tell them.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync } from 'vite'

const [folder] = process.argv.slice(2)
const keepNames = { class: true, function: false }
for (const name of readdirSync(folder)) {
  const { code, errors } = minifySync(name, readFileSync(join(folder, name), 'utf-8'), {
    module: true,
    compress: { target: 'es2022', keepNames },
    mangle: { toplevel: false, keepNames },
  })
  if (errors.length) throw new Error(errors[0].message)
  writeFileSync(join(folder, name), code)
}
