import type { Page, Request } from '@playwright/test'
import { directStaff } from '../../contract/direct.ts'
import { exports } from '../../contract/files.ts'
import { imports } from '../../contract/imports.ts'
import { companyMatching, ruleDryRun } from '../../contract/matching/dry-run.ts'

/** Endpoints that an open page may poll: the progress of a task started by the user, until it ends. */
const polls: ReadonlySet<string> = new Set(
  [directStaff.progress, exports.progress, imports.progress, companyMatching.progress, ruleDryRun.progress].map(({ path }) => path),
)
/** Maximum number of equal requests in ten seconds. */
export const MOST = 3
/** Maximum number of requests to one endpoint: a component with many options reads each of its dictionaries. */
const MOST_OF_ONE_PATH = 15
export const LISTEN_MS = 10_000

export interface Listener {
  calls(): number
  /** Returns what was requested too often or refused with 429, and starts a new count. */
  take(): string[]
}

/** Counts the requests of a page. */
export function listen(page: Page): Listener {
  let asked: string[] = []
  let refused: string[] = []
  page.on('request', (request: Request) => {
    const { pathname, search } = new URL(request.url())
    // Parts of the program are files, however they are loaded.
    const isPart = pathname.startsWith('/assets/') || pathname.endsWith('/__manifest')
    const isCall = ['fetch', 'xhr'].includes(request.resourceType()) && !isPart
    if (isCall && !polls.has(pathname)) asked.push(`${request.method()} ${pathname}${search} ${request.postData()?.slice(0, 500) ?? ''}`)
  })
  page.on('response', (response) => {
    if (response.status() === 429) refused.push(new URL(response.url()).pathname)
  })
  const oftener = (than: number, by: (question: string) => string) =>
    [...Map.groupBy(asked, by)].filter(([, all]) => all.length > than).map(([what, all]) => `${what.slice(0, 160).trim()} × ${all.length}`)
  return {
    calls: () => asked.length,
    take: () => {
      const same = oftener(MOST, (question) => question)
      const found = same.length > 0 ? same : oftener(MOST_OF_ONE_PATH, (question) => question.split(/[? ]/, 2).join(' '))
      found.push(...new Set(refused.map((path) => `429 ${path}`)))
      asked = []
      refused = []
      return found
    },
  }
}
