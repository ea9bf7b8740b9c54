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
  // To make a page takes longer than most tests, so all files share one.
  test: {
    environment: 'happy-dom',
    include: ['tests/**/*.test.ts'],
    setupFiles: 'tests/setup_file.ts',
    pool: 'threads',
    isolate: false,
    expect: { poll: { timeout: 5000 } },
  },
})
