import { useSearchParams } from 'react-router'
import { lazyPart, onItsWay } from '../../shell/lazy-part.tsx'
import { Tabs } from '../../kit/tabs.tsx'

const CaseManage = lazyPart(() => import('./case-manage.tsx').then((m) => m.CaseManage), onItsWay)
const QuestionnaireConfig = lazyPart(() => import('./questionnaire-config.tsx').then((m) => m.QuestionnaireConfig), onItsWay)
const ScoreResults = lazyPart(() => import('./score-results.tsx').then((m) => m.ScoreResults), onItsWay)
const WhitelistManage = lazyPart(() => import('./whitelist-manage.tsx').then((m) => m.WhitelistManage), onItsWay)
const StackLimits = lazyPart(() => import('./stack-limits.client.tsx').then((m) => m.default), onItsWay)

const tabs = [
  { key: 'questionnaire', label: '问卷设置', children: <QuestionnaireConfig /> },
  { key: 'whitelist', label: '企业白名单', children: <WhitelistManage /> },
  { key: 'cases', label: '样例', children: <CaseManage /> },
  { key: 'stack', label: '叠加规则', children: <StackLimits /> },
  { key: 'scores', label: '评分结果', children: <ScoreResults /> },
]

/**
 * 政策计算器管理: the questions of the questionnaire, the stored cases of each policy, the scores of all companies. The address contains the tab.
 */
export default function PolicyCalcManage() {
  const [params, setParams] = useSearchParams()
  const tab = tabs.some((t) => t.key === params.get('tab')) ? params.get('tab')! : tabs[0]!.key
  return (
    <>
      <h1>政策计算器管理</h1>
      <Tabs activeKey={tab} items={tabs} destroyOnHidden onChange={(key) => setParams({ tab: key })} />
    </>
  )
}
