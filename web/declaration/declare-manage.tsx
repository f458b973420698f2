import { Skeleton } from 'antd'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { useCan } from '../session.ts'
import { withChunkTimeout } from '../shell/chunks.ts'
import { ReviewDesk } from './review/review-desk.tsx'
import { manageDesk } from './review/states.ts'
import { Tabs } from '../kit/tabs.tsx'

// The first tab is used most; the others are loaded when they are opened.
const DelegationList = lazy(withChunkTimeout(() => import('./manage/delegation-list.tsx')))
const Enter = lazy(withChunkTimeout(() => import('./manage/enter.tsx')))
const FormData = lazy(withChunkTimeout(() => import('./manage/form-data.tsx')))
const FormList = lazy(withChunkTimeout(() => import('./manage/form-list.tsx')))
const OpinionList = lazy(withChunkTimeout(() => import('./manage/opinion-list.tsx')))

/**
 * /work/declaremanage: all declarations, their data by form, opinions, delegation, entry at the window, forms. The address contains the
 * tab.
 */
export default function DeclareManage() {
  const [params, setParams] = useSearchParams()
  const can = useCan()
  const reads = can('declaration:read')
  const tabs = [
    ...(reads
      ? [
          { key: 'records', label: '申报记录', children: <ReviewDesk desk={manageDesk} /> },
          { key: 'data', label: '申报数据', children: <FormData /> },
          { key: 'opinions', label: '征求意见', children: <OpinionList /> },
          { key: 'delegation', label: '审核委托', children: <DelegationList /> },
        ]
      : []),
    ...(can('declaration:accept')
      ? [{ key: 'enter', label: '窗口代录', children: <Enter id={Number(params.get('enter')) || null} /> }]
      : []),
    ...(can('project:manage') ? [{ key: 'forms', label: '申报表', children: <FormList /> }] : []),
  ]
  const asked = params.get('tab')
  const active = tabs.some((t) => t.key === asked) ? asked! : tabs[0]?.key
  if (!active) return <p>您没有查看申报的权限，请联系安全管理员。</p>
  return (
    <Tabs
      besideName
      activeKey={active}
      destroyOnHidden
      items={tabs.map((tab) => ({ ...tab, children: <Suspense fallback={<Skeleton active />}>{tab.children}</Suspense> }))}
      onChange={(tab) => setParams(tab === tabs[0]!.key ? {} : { tab })}
    />
  )
}
