import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { findHeadless } from './scripts/system-parts.mjs'

// As many workers as processors: each worker has its own server (e2e/test.ts), and each of the two is idle half of the time.
const WORKERS = 2
// Every worker reads this file again; the environment variable passes on the folder that the first reading chose.
process.env.E2E_DATA ??= mkdtempSync(join(tmpdir(), 'qifu-e2e-'))
const executablePath = findHeadless()

export default defineConfig({
  testDir: 'e2e',
  // A whole journey of four users takes 25 s here and minutes on a busy machine; a step that hangs ends by its own limit.
  timeout: 360_000,
  expect: { timeout: 30_000 },
  workers: process.env.E2E_BASE_URL ? 1 : WORKERS,
  // One machine runs server, browser and tests, so a step that was too late is retried and reported as flaky. A server that is not ours keeps
  // what the first try left, so there is no second one.
  retries: process.env.E2E_BASE_URL ? 0 : 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'line',
  use: {
    ...devices['Desktop Chrome'],
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // Without animations, because a dialog that is still fading out would be found instead of the next one.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every step takes a third of the time of a run, so only the first retry is recorded.
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
  globalSetup: './e2e/seed.mjs',
  globalTeardown: './e2e/teardown.ts',
})
