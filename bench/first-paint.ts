import { chromium } from '@playwright/test'
import { findHeadless } from '../scripts/system-parts.mjs'
import { median, type Row } from './report.ts'

const ROUNDS = 7
/** 4 Mbit/s in both directions, 50 ms there and back, as a phone in a meeting room has it. */
const LINE = { offline: false, downloadThroughput: 500_000, uploadThroughput: 500_000, latency: 50 }
const PHONE = { width: 375, height: 812 }

/**
 * The first paint and the loaded scripts of the page at which staff arrive from 浙政钉 (identity.md F): each round in a new browser context,
 * so that nothing is kept from before.
 */
export async function firstPaint(base: string): Promise<Row[]> {
  const executablePath = findHeadless()
  if (!executablePath) throw new Error('没有 Chromium')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const times: number[] = []
  let scripts = 0
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const context = await browser.newContext({ viewport: PHONE, locale: 'zh-CN' })
      const page = await context.newPage()
      const devtools = await context.newCDPSession(page)
      await devtools.send('Network.enable')
      await devtools.send('Network.emulateNetworkConditions', LINE)
      await page.goto(`${base}/zzd/login`, { waitUntil: 'load' })
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
      const seen = await page.evaluate(() => ({
        paint: performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
        scripts: (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
          .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
          .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      }))
      times.push(seen.paint)
      scripts = seen.scripts
      await context.close()
    }
  } finally {
    await browser.close()
  }
  return [
    {
      name: '/zzd/login, first paint at 4 Mbit/s',
      figure: median(times),
      unit: 'ms',
      atMost: 1500,
      note: `slowest of ${ROUNDS}: ${Math.round(Math.max(...times))} ms`,
    },
    { name: '/zzd/login, scripts as sent', figure: scripts / 1024, unit: 'KiB', atMost: 130 },
  ]
}
