import { useEffect, useMemo, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { Route } from './+types/simulation'
import { matching } from '../../contract/matching.ts'
import { simulation } from '../../contract/matching/simulation.ts'
import { call } from '../api.ts'
import { servicesContext } from '../context.ts'
import { session } from '../session.ts'
import { lazyPart, onItsWay } from '../shell/lazy-part.tsx'
import { metaFor } from '../shell/title.ts'
import { StartChoice } from './simulation/start.tsx'
import { failureText, type Start } from './simulation/use-simulation.ts'
import styles from './simulation/simulation.module.css'

// Sliders, chart and lists are loaded when the starting point is known.
const Workbench = lazyPart(() => import('./simulation/workbench.tsx').then((m) => m.Workbench), onItsWay)

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const [{ list }, { labels }] = await Promise.all([
    services.call(simulation.templates, { query: {} }),
    services.call(matching.labels, { query: {} }),
  ])
  return { templates: list, labels }
}

export const meta: Route.MetaFunction = (args) =>
  metaFor(args, { description: '设想一家企业，拖动营收、人数、研发投入，看能享受的政策和金额怎么变、断点在哪里' })

/** 政策模拟匹配: an invented company, or a changeable copy of one's archive (spec §2, §7). The address contains the starting point. */
export default function Simulation({ loaderData: { templates, labels } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const names = useMemo(() => new Map(Object.entries(labels)), [labels])
  // undefined: being opened; null: the address names no starting point (a messenger's additions to a link, a removed template)
  const [start, setStart] = useState<Start | null | undefined>()
  const [failure, setFailure] = useState('')
  const origin = params.toString()

  useEffect(() => {
    let gone = false
    const open = async (): Promise<Start | null> => {
      const asked = new URLSearchParams(origin)
      const template = templates.find((t) => t.id === asked.get('t'))
      if (template) return { kind: 'template', name: template.name, base: template.answers, answers: template.answers }
      if (asked.get('t') === 'blank') return { kind: 'blank', name: '设想中的企业', base: {}, answers: {} }
      const logId = asked.get('s') ?? asked.get('log')
      if (!logId && asked.get('archive') !== '1') return null
      await session.ready()
      const log = logId ? await call(simulation.matchCount, { query: { logId } }, { silent: true }) : null
      if (log && !log.useArchive) return { kind: 'shared', name: log.name, base: log.base ?? log.companyInfo, answers: log.companyInfo }
      const own = await call(simulation.companyInfo, { body: {} }, { silent: true })
      return {
        kind: 'archive',
        name: own.companyName,
        base: own.companyInfo,
        answers: { ...own.companyInfo, ...log?.companyInfo },
      }
    }
    setFailure('')
    setStart(undefined)
    open().then(
      (found) => {
        if (!gone) setStart(found)
      },
      (error: unknown) => {
        if (!gone) setFailure(failureText(error))
      },
    )
    return () => {
      gone = true
    }
  }, [origin, templates])

  return (
    <div className={`container ${styles.page}`}>
      <h1>政策模拟匹配</h1>
      <p className="meta">设想一家企业，或拿自己的档案做副本，调一调条件，看能享受哪些政策、多少钱、为什么变。不登录也能用。</p>
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure}　<Link to="/page/policyserver/simulation">重新选择企业</Link>
        </p>
      )}
      {(!origin || start === null) && <StartChoice templates={templates} />}
      {origin && start === undefined && !failure && (
        <p role="status" className="meta">
          正在打开…
        </p>
      )}
      {origin && start && (
        <Workbench
          key={origin}
          start={start}
          labels={names}
          onLeave={() => {
            void navigate('/page/policyserver/simulation')
          }}
        />
      )}
    </div>
  )
}
