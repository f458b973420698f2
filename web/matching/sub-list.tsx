import { useEffect, useMemo, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { Route } from './+types/sub-list'
import { matching, type Judgement } from '../../contract/matching.ts'
import type { Data } from '../../contract/endpoint.ts'
import { ApiError, call } from '../api.ts'
import { servicesContext } from '../context.ts'
import { session, useViewer } from '../session.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { useSite } from '../shell/root-data.ts'
import { requireLogin } from '../shell/require-login.ts'
import { metaFor } from '../shell/title.ts'
import { toast } from '../toast.ts'
import { readSheet } from './answers.ts'
import styles from './sub-list.module.css'

const counting = (
  <p role="status" className="meta">
    正在逐条测算…
  </p>
)
const loadResults = () => import('./results.tsx').then((m) => m.Results)
const Results = lazyPart(loadResults, counting)

/** Labels of the fields that results may name; the whole catalogue is small and cached with the page. */
export async function loader({ context }: Route.LoaderArgs) {
  return context.get(servicesContext).call(matching.labels, { query: {} })
}

export const meta: Route.MetaFunction = (args) => metaFor(args, { description: '按企业情况逐条判定的政策清单，附金额算法与理由' })

export default function SubList({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const viewer = useViewer()
  const { ssoUrl } = useSite()
  const navigate = useNavigate()
  const [result, setResult] = useState<Data<typeof matching.calculate> | null>(null)
  const [asked, setAsked] = useState<Judgement | null>(null)
  const [failure, setFailure] = useState('')
  const [used, setUsed] = useState(readNothing)
  const labels = useMemo(() => new Map(Object.entries(loaderData.labels)), [loaderData])
  const wanted = params.get('policy')
  const fromArchive = params.get('archive') === '1'

  useEffect(() => {
    let gone = false
    const run = async () => {
      await session.ready()
      const sheet = readSheet()
      const consented = session.user()?.type === 'QY' && (await session.protocolStatus()) === '02'
      const input = { answers: sheet.answers, useArchive: consented && (sheet.useArchive || fromArchive) }
      const [found, one] = await Promise.all([
        call(matching.calculate, { body: { ...input } }, { silent: true }),
        // The policy may be for another region, or come after the listed ones. A policy that no longer exists is not shown.
        wanted ? call(matching.calculate, { body: { ...input, policyCodes: [wanted] } }, { silent: true }).catch(() => null) : null,
      ])
      if (!gone) {
        setAsked(one?.list[0] ?? null)
        setUsed(input)
        setResult(found)
      }
    }
    setFailure('')
    // Loads the component during the calculation; an error appears where the component is rendered.
    loadResults().catch(() => {})
    run().catch((e: unknown) => {
      if (!gone) setFailure(e instanceof ApiError ? e.message : '测算没有完成，请检查网络后重试')
    })
    return () => {
      gone = true
    }
  }, [fromArchive, wanted])

  const save = async () => {
    if (!(await requireLogin(ssoUrl))) return
    const home = workbenches[session.user()?.type ?? '']
    if (!home) {
      toast.warning('保存测算仅供企业和个人使用')
      return
    }
    await call(matching.saveCalculation, { body: used })
    toast.success(`已保存，可在“${home.name}”的“保存的测算”中查看`, SAVED_S, { label: '去查看', run: () => void navigate(home.to) })
  }

  if (failure)
    return (
      <div className={`container ${styles.page}`}>
        <h1>可享政策清单</h1>
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
        <p>
          <button type="button" className="btn" onClick={() => location.reload()}>
            重试
          </button>{' '}
          <Link className="btn" to="/page/policyserver/calculator">
            修改答案
          </Link>
        </p>
      </div>
    )
  return (
    <div className={`container ${styles.page}`}>
      <h1>可享政策清单</h1>
      {result ? (
        <Results
          result={result}
          input={used}
          labels={labels}
          asked={asked}
          withArchive={used.useArchive}
          isKnown={viewer !== null}
          onSave={() => void save()}
        />
      ) : (
        counting
      )}
    </div>
  )
}

/** The page that lists saved results. */
const workbenches: Readonly<Record<string, { name: string; to: string }>> = {
  QY: { name: '企业工作台', to: '/work/enterprise#my-calculations' },
  GR: { name: '个人工作台', to: '/work/personal#my-calculations' },
}
/** Long enough to read the message and press its button. */
const SAVED_S = 8

const readNothing = { answers: {}, useArchive: false } as { answers: ReturnType<typeof readSheet>['answers']; useArchive: boolean }
