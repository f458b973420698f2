import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProofApp } from '../stage.ts'

/** All files of uploads, exports and imports in the data folder, by path. */
export async function storedFiles({ dataDir }: Pick<ProofApp, 'dataDir'>): Promise<string[]> {
  const names = await Promise.all(
    ['files', 'tmp'].map(async (folder) =>
      (await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => []))
        .filter((found) => found.isFile())
        .map((found) => join(found.parentPath, found.name).slice(dataDir.length + 1)),
    ),
  )
  return names.flat().sort()
}

/** New files that still exist after `within` ms. */
export async function leftOver(app: Pick<ProofApp, 'dataDir'>, before: readonly string[], within = 5000): Promise<string[]> {
  for (const until = Date.now() + within; ; await sleep(50)) {
    const more = (await storedFiles(app)).filter((name) => !before.includes(name))
    if (more.length === 0 || Date.now() > until) return more
  }
}
