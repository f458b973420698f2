import { useQuery } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useState } from 'react'
import { identity } from '../../contract/identity.ts'
import { linkDesk, linkPositions, type LinkPosition } from '../../contract/site/links.ts'
import { call } from '../api.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import { ErrorState } from '../kit/table/table-states.tsx'
import { useOffered } from '../kit/view-only.tsx'
import { WayBackButton } from '../kit/way-back.tsx'
import { lazyPart } from '../shell/lazy-part.tsx'
import { toast } from '../toast.ts'
import type { LinkRow } from './link-row.ts'
import css from './site.module.css'

const LinkDialog = lazyPart(() => import('./link-dialog.client.tsx').then((m) => m.LinkDialog))

/** 首页菜单管理: top menu, quick links and government links; every page shows a change at once. */
export default function HomeMenu() {
  const found = useQuery({
    queryKey: ['site-links'],
    queryFn: () => call(identity.links, { query: {} }, { silent: true }),
    retry: false,
    staleTime: 0,
  })
  const [editing, setEditing] = useState<LinkRow | LinkPosition | null>(null)
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <p role="status">正在加载…</p>
  const done = async () => {
    await found.refetch()
  }
  return (
    <div className={css.stack}>
      <p className={css.note}>
        保存后所有页面立即按新的显示。<a href="/page/home">查看首页</a>
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
      {(Object.keys(linkPositions) as LinkPosition[]).map((position) => (
        <section key={position} aria-label={linkPositions[position]} className={css.stack}>
          <h2>{linkPositions[position]}</h2>
          <ul className={css.rows}>
            {found.data
              .filter((link) => link.position === position)
              .map((link, n, all) => (
                <Entry
                  key={link.id}
                  link={link}
                  isFirst={n === 0}
                  isLast={n === all.length - 1}
                  onEdit={() => setEditing(link)}
                  onDone={done}
                />
              ))}
          </ul>
          <div>
            <Button onClick={() => setEditing(position)}>新增{linkPositions[position]}</Button>
          </div>
        </section>
      ))}
      {editing && <LinkDialog link={editing} onClose={() => setEditing(null)} onDone={done} />}
    </div>
  )
}

interface EntryProps {
  link: LinkRow
  isFirst: boolean
  isLast: boolean
  onEdit(): void
  onDone(): Promise<unknown>
}

function Entry({ link, isFirst, isLast, onEdit, onDone }: EntryProps) {
  const { modal } = App.useApp()
  const offered = useOffered()
  const move = async (direction: 'up' | 'down') => {
    // The shared client shows the error.
    const isMoved = await call(linkDesk.move, { body: { id: link.id, direction } }).then(
      () => true,
      () => false,
    )
    if (isMoved) await onDone()
  }
  const remove = () =>
    modal.confirm({
      title: `删除“${link.name}”？`,
      content: '所有页面不再显示它；只是暂时不用的可以隐藏。可以从“修改记录”撤销。',
      okText: '删除',
      onOk: async () => {
        // The shared client shows the error.
        try {
          await call(linkDesk.remove, { body: { id: link.id, version: link.version } })
          toast.success('已删除')
          await onDone()
        } catch {
          /* the call has shown its error */
        }
      },
    })
  return (
    <li>
      <strong>{link.name}</strong> <span>{link.url}</span>
      {link.hidden && <StatusTag tone="off">隐藏</StatusTag>}
      {link.disabled && <StatusTag tone="waiting">停用</StatusTag>}
      {link.signed && <StatusTag tone="running">带签名</StatusTag>}
      <span className={css.tools}>
        <Button size="small" aria-label={`编辑${link.name}`} onClick={onEdit}>
          编辑
        </Button>
        <Button size="small" disabled={isFirst} {...offered} aria-label={`上移${link.name}`} onClick={() => void move('up')}>
          上移
        </Button>
        <Button size="small" disabled={isLast} {...offered} aria-label={`下移${link.name}`} onClick={() => void move('down')}>
          下移
        </Button>
        <Button size="small" danger {...offered} aria-label={`删除${link.name}`} onClick={remove}>
          删除
        </Button>
      </span>
    </li>
  )
}
