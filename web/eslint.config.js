import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import { defineConfig } from 'eslint/config'
import globals from 'globals'
import ts from 'typescript-eslint'

export default defineConfig(
  { ignores: ['node_modules/', 'src/protocol.ts'] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  { files: ['public/sw.js'], languageOptions: { globals: globals.serviceworker } },
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: ts.parser } } },
  {
    rules: {
      complexity: ['error', 16],
      'max-params': ['error', 5],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'svelte/no-unused-svelte-ignore': 'off', // it sees none of the warnings that svelte-check sees
      'svelte/prefer-svelte-reactivity': 'off', // maps here are values in $state.raw: replaced, never changed
      'svelte/no-useless-mustaches': 'off', // {' '} is how Svelte keeps a space at the edge of an element
    },
  },
)
