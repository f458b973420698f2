import { existsSync } from 'node:fs'
import { chromium, type Browser } from '@playwright/test'
import type { ProofStage } from './stage.ts'

const places = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export const chromiumPath = (): string | undefined => places.find((path) => path && existsSync(path))
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-sync',
]

/** A Chromium that ends with the stage; undefined where there is none. */
export async function openBrowser(stage: ProofStage): Promise<Browser | undefined> {
  const executablePath = chromiumPath()
  if (!executablePath) return undefined
  // Ctrl-C is the stage's: by itself the launcher would end this process before anything else is cleared away.
  const launch = { executablePath, args: chromiumArgs, handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }
  const browser = await chromium.launch(launch)
  stage.onEnd(() => browser.close())
  return browser
}
