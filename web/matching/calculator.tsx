import { Link, redirect, useSearchParams } from 'react-router'
import type { Route } from './+types/calculator'
import { matching } from '../../contract/matching.ts'
import { servicesContext } from '../context.ts'
import { useViewer } from '../session.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { NeedsScript } from '../shell/needs-script.tsx'
import { metaFor } from '../shell/title.ts'
import { BriefSheet } from './brief-sheet.tsx'
import styles from './calculator.module.css'

const TopicSheet = lazyPart(() => import('./topic-sheet.tsx').then((m) => m.TopicSheet))

/** A visitor who comes for one policy is asked only the questions of that policy. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const policy = new URL(request.url).searchParams.get('policy')
  if (policy) throw redirect(`/page/policyserver/calculator/replenish?${new URLSearchParams({ policy, archive: '1' }).toString()}`)
  return context.get(servicesContext).call(matching.questionnaire, { query: {} })
}

export const meta: Route.MetaFunction = (args) =>
  metaFor(args, { description: '回答几个问题，算一算企业能享受哪些惠企政策、为什么、大约多少钱' })

/**
 * The calculator asks at most ten questions, one at a time. Companies, whose archive answers most questions, get all questions by topic;
 * others can choose so.
 */
export default function Calculator({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const isCompany = useViewer()?.type === 'QY'
  const byTopic = isCompany ? !params.has('q') : params.has('step')
  return (
    <div className={`container ${styles.page}`}>
      <h1>政策计算器</h1>
      <p className="meta">
        测算结果供参考，以主管部门审核为准。不登录也能算；答案只保存在本机。{' '}
        {byTopic ? (
          <Link to="?q=1" className="in-text">
            只答十题
          </Link>
        ) : (
          <Link to="?step=1" className="in-text">
            按主题逐项填写
          </Link>
        )}
      </p>
      <NeedsScript what="测算需要浏览器运行脚本" />
      {byTopic ? <TopicSheet topics={loaderData.topics} /> : <BriefSheet questionnaire={loaderData} />}
    </div>
  )
}
