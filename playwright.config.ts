import { existsSync, mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

// As many as there are processors: each worker has a server of its own, and both wait for each other half of the time.
const WORKERS = 2
// The file is read again by every worker; the environment carries what the first reading chose.
process.env.E2E_PORTS ??= (await Promise.all(Array.from({ length: WORKERS }, async () => `${await freePort()}/${await freePort()}`))).join()
process.env.E2E_DATA ??= mkdtempSync(join(tmpdir(), 'qifu-e2e-'))
const own = process.env.E2E_PORTS.split(',')[Number(process.env.TEST_PARALLEL_INDEX ?? 0)]!
const baseURL = process.env.E2E_BASE_URL ?? `http://127.0.0.1:${own.split('/')[0]}`
const executablePath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (path) => path && existsSync(path),
)

export default defineConfig({
  testDir: 'e2e',
  // A whole errand of four people takes 25 s here and a minute where the machine is half as fast; its second try would find what the first left.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  workers: process.env.E2E_BASE_URL ? 1 : WORKERS,
  // One machine serves, renders and drives: a step that came too late is tried again and told as flaky.
  retries: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'line',
  use: {
    ...devices['Desktop Chrome'],
    baseURL,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // A dialog that is still fading out would answer for the next one.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every step takes a third of the time of a run; what failed is recorded when it is tried again.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  ...(process.env.E2E_BASE_URL
    ? {}
    : {
        webServer: {
          command: 'node e2e/servers.mjs',
          wait: { stdout: /servers answer/ },
          timeout: 180_000,
          stdout: 'pipe' as const,
          gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 15_000 },
        },
        globalTeardown: './e2e/teardown.ts',
      }),
})
