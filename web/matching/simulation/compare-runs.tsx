import { useEffect, useState } from 'react'
import type { Answers } from '../../../contract/matching.ts'
import type { Difference } from '../../../contract/matching/judgement.ts'
import { simulation } from '../../../contract/matching/simulation.ts'
import { call } from '../../api.ts'
import { Dialog } from '../../shell/dialog.tsx'
import { DifferenceView } from './difference-view.tsx'
import { failureText } from './use-simulation.ts'

interface Run {
  id: number
  name: string
  asOf: string
}

/**
 * The facts of two stored runs. A run from the archive stores only its corrections: two such runs are compared on top of the whole archive.
 */
async function answersOf(runs: readonly Run[]): Promise<{ of: Answers[]; useArchive?: true }> {
  const logs = await Promise.all(runs.map(({ id }) => call(simulation.matchCount, { query: { logId: String(id) } }, { silent: true })))
  if (logs.every((log) => log.useArchive)) return { of: logs.map((log) => log.companyInfo), useArchive: true }
  const own = logs.some((log) => log.useArchive) ? await call(simulation.companyInfo, { body: {} }, { silent: true }) : null
  return { of: logs.map((log) => (log.useArchive ? { ...own?.companyInfo, ...log.companyInfo } : log.companyInfo)) }
}

/** The difference between two stored runs, both judged by today's rules. */
export function CompareRuns({ before, after, onClose }: { before: Run; after: Run; onClose(): void }) {
  const [found, setFound] = useState<Difference | string>('正在比较…')
  useEffect(() => {
    let gone = false
    const compare = async () => {
      const { of, ...archive } = await answersOf([before, after])
      return call(simulation.compare, { body: { before: of[0]!, after: of[1]!, ...archive } }, { silent: true })
    }
    compare().then(
      (difference) => {
        if (!gone) setFound(difference)
      },
      (error: unknown) => {
        if (!gone) setFound(failureText(error))
      },
    )
    return () => {
      gone = true
    }
  }, [before, after])
  return (
    <Dialog title="对比两次模拟" width={760} onClose={onClose}>
      <p className="meta">
        从“{before.name}”（{before.asOf}）到“{after.name}”（{after.asOf}），都按今天的政策规则重新判定。
      </p>
      {typeof found === 'string' ? <p role="status">{found}</p> : <DifferenceView found={found} same="两次模拟的条件相同。" />}
    </Dialog>
  )
}
