import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { identity } from '../../contract/identity.ts'
import { scheduledLinks } from '../../contract/scheduled/scheduled.ts'
import { linkDesk, linkPositions, type LinkPosition } from '../../contract/site/links.ts'
import { call } from '../api.ts'
import { ScheduledList } from '../kit/scheduled/scheduled-list.tsx'
import { useRefreshScheduled } from '../kit/scheduled/use-scheduled.ts'
import { ErrorState } from '../kit/table/table-states.tsx'
import { WayBackButton } from '../kit/way-back.tsx'
import { lazyPart } from '../shell/lazy-part.tsx'
import { Entries } from './link-entries.tsx'
import type { LinkRow } from './link-row.ts'
import css from './site.module.css'

const MenuPreview = lazyPart(() => import('./menu-preview.client.tsx').then((m) => m.MenuPreview))
const LinkDialog = lazyPart(() => import('./link-dialog.client.tsx').then((m) => m.LinkDialog))

const SCHEDULED = { calls: scheduledLinks }

/** 首页菜单管理: top menu, quick links and government links; every page shows a change at once. */
export default function HomeMenu() {
  const found = useQuery({
    queryKey: ['site-links'],
    queryFn: () => call(identity.links, { query: {} }, { silent: true }),
    retry: false,
    staleTime: 0,
  })
  const [editing, setEditing] = useState<LinkRow | LinkPosition | null>(null)
  const refreshScheduled = useRefreshScheduled(SCHEDULED)
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <p role="status">正在加载…</p>
  const done = async () => {
    await Promise.all([found.refetch(), refreshScheduled()])
  }
  return (
    <div className={css.stack}>
      <p className={css.note}>
        保存后所有页面立即按新的显示；也可以定时。<a href="/page/home">查看首页</a>
      </p>
      <div>
        <WayBackButton
          kind="link"
          title="菜单与链接的修改记录"
          load={() => call(linkDesk.history, { query: { pageSize: 50 } }, { silent: true })}
          undo={(id) => call(linkDesk.undo, { body: { id } })}
          onDone={done}
        />
      </div>
      <ScheduledList of={SCHEDULED} onDone={found.refetch} />
      {(Object.keys(linkPositions) as LinkPosition[]).map((position) => (
        <section key={position} aria-label={linkPositions[position]} className={css.stack}>
          <h2>{linkPositions[position]}</h2>
          <Entries links={found.data.filter((link) => link.position === position)} onEdit={setEditing} onDone={done} />
          <div>
            <Button onClick={() => setEditing(position)}>新增{linkPositions[position]}</Button>
          </div>
          <Shown all={found.data} position={position} />
        </section>
      ))}
      {editing && <LinkDialog link={editing} all={found.data} onClose={() => setEditing(null)} onDone={done} />}
    </div>
  )
}

/** The present menu at two widths, once somebody asks for it. */
function Shown({ all, position }: { all: readonly LinkRow[]; position: LinkPosition }) {
  const [open, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>预览{linkPositions[position]}</summary>
      {open && <MenuPreview entries={all} position={position} />}
    </details>
  )
}
