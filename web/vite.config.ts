import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/rookery/server/page',
    emptyOutDir: true,
    // Browsers that know light-dark() themselves: a stand-in for it would not follow the page's own switch.
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
  },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  // a file that needs a page says so in its first line: to make one takes longer than most tests
  test: { environment: 'node', include: ['tests/**/*.test.ts'], pool: 'threads' },
})
