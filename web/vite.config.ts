import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { Licences } from './build/licences.ts'

const PAGES = { index: 'index.html', sandbox: 'sandbox.html' }

const SERVER = {
  build: { outDir: '../src/rookery/server/page', emptyOutDir: true, rolldownOptions: { input: PAGES } },
  resolve: {},
}

// The page of a static site (src/rookery/site). package.json says which parlour it asks.
const SITE = {
  base: './',
  build: {
    outDir: '../build/site-page',
    emptyOutDir: true,
    copyPublicDir: false, // its service worker is for a server's notifications
    rolldownOptions: {
      input: { ...PAGES, service_worker: 'src/worker/service_worker.ts' },
      output: {
        entryFileNames: ({ name }: { name: string }) =>
          name === 'service_worker' ? '[name].js' : 'assets/[name]-[hash].js',
      },
    },
  },
  resolve: { conditions: ['site', 'browser', 'module'] },
}

// Pyodide asks for these where it runs in Node, and in no page.
const NODE_IN_PYODIDE = /"node:\w+(\/\w+)?" has been externalized .*pyodide/

export default defineConfig(({ mode }) => {
  const made = mode === 'site' ? SITE : SERVER
  const licences = new Licences()
  return {
    plugins: [svelte(), licences.gather(), licences.write()],
    worker: { format: 'iife' as const, plugins: () => [licences.gather()] },
    ...made,
    build: {
      ...made.build,
      rolldownOptions: {
        ...made.build.rolldownOptions,
        checks: { bundlerTimings: false }, // no advice about speed
        onLog: (level, log, tell) => void (NODE_IN_PYODIDE.test(log.message) || tell(level, log)),
      },
      // Browsers that know light-dark() themselves: a stand-in for it would not follow the page's own switch.
      cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    },
    resolve: process.env.VITEST ? { conditions: ['browser'] } : made.resolve,
    // To make a page takes longer than most tests, so all files share one.
    test: {
      environment: 'happy-dom',
      include: ['tests/**/*.test.ts'],
      setupFiles: 'tests/setup_file.ts',
      pool: 'threads',
      isolate: false,
      testTimeout: 20_000, // ms: a file's first test may import half the page, on a machine with other things to do
      expect: { poll: { timeout: 5000 }, requireAssertions: true },
    },
  }
})
