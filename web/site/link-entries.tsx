import { Button } from 'antd'
import { useState } from 'react'
import { scheduledLinks } from '../../contract/scheduled/scheduled.ts'
import { linkDesk } from '../../contract/site/links.ts'
import { call } from '../api.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import { ScheduledLine } from '../kit/scheduled/scheduled-note.tsx'
import { whenSaved } from '../kit/scheduled/when-saved.ts'
import { useOffered } from '../kit/view-only.tsx'
import { lazyPart } from '../shell/lazy-part.tsx'
import { waitsForItsScreen } from '../shell/shown-links.ts'
import type { LinkRow } from './link-row.ts'
import css from './site.module.css'

const DeleteDialog = lazyPart(() => import('../kit/scheduled/delete-dialog.client.tsx').then((m) => m.DeleteDialog))
const MoveDialog = lazyPart(() => import('./move-dialog.client.tsx').then((m) => m.MoveDialog))

const SCHEDULED = { calls: scheduledLinks }

interface Props {
  links: readonly LinkRow[]
  onEdit(link: LinkRow): void
  onDone(): Promise<unknown>
}

/** The entries of one menu in their order, which buttons change, and also dragging with the pointer. */
export function Entries({ links, onEdit, onDone }: Props) {
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const offered = useOffered()
  const move = async ({ id, version }: LinkRow, to: { direction: 'up' | 'down' } | { place: number }) => {
    // The shared client shows the error, such as that somebody else has changed the order; the page then shows that one.
    await call(linkDesk.move, { body: { id, version, seen: links.map((one) => one.id), ...to } }).catch(() => {})
    await onDone()
  }
  const drop = (at: number) => {
    setOver(null)
    const link = links.find((one) => one.id === dragged)
    if (!link || links[at] === link) return
    void move(link, { place: at + 1 })
  }
  return (
    <ul className={css.rows}>
      {links.map((link, n) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is beside the buttons, which everybody reaches
        <li
          key={link.id}
          className={over === n && dragged !== link.id ? css.over : undefined}
          draggable={!offered.disabled}
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move'
            // Firefox starts no drag without data.
            event.dataTransfer.setData('text/plain', link.name)
            setDragged(link.id)
          }}
          onDragEnd={() => {
            setDragged(null)
            setOver(null)
          }}
          onDragOver={(event) => {
            // Entries of another menu are not taken.
            if (dragged === null) return
            event.preventDefault()
            setOver(n)
          }}
          onDrop={(event) => {
            event.preventDefault()
            drop(n)
          }}
        >
          <Entry link={link} level={links} onEdit={() => onEdit(link)} onMove={(direction) => move(link, { direction })} onDone={onDone} />
        </li>
      ))}
    </ul>
  )
}

interface EntryProps {
  link: LinkRow
  /** the entries of its menu in their order */
  level: readonly LinkRow[]
  onEdit(): void
  onMove(direction: 'up' | 'down'): Promise<void>
  onDone(): Promise<unknown>
}

function Entry({ link, level, onEdit, onMove, onDone }: EntryProps) {
  const [asked, setAsked] = useState<'move' | 'delete' | null>(null)
  const close = () => setAsked(null)
  const [isFirst, isLast] = [level[0] === link, level.at(-1) === link]
  const offered = useOffered()
  const { id, version } = link
  return (
    <>
      <span className={css.grip} aria-hidden="true" title="按住拖动，改变顺序">
        ⠿
      </span>
      <strong>{link.name}</strong> <span>{link.url}</span>
      {link.hidden && <StatusTag tone="off">隐藏</StatusTag>}
      {link.disabled && <StatusTag tone="waiting">停用</StatusTag>}
      {!link.hidden && waitsForItsScreen(link) && <StatusTag tone="off">页面还没有做好，先不显示</StatusTag>}
      {link.signed && <StatusTag tone="running">带签名</StatusTag>}
      <span className={css.tools}>
        <Button size="small" aria-label={`编辑${link.name}`} onClick={onEdit}>
          编辑
        </Button>
        <Button size="small" disabled={isFirst} {...offered} aria-label={`上移${link.name}`} onClick={() => void onMove('up')}>
          上移
        </Button>
        <Button size="small" disabled={isLast} {...offered} aria-label={`下移${link.name}`} onClick={() => void onMove('down')}>
          下移
        </Button>
        <Button size="small" disabled={level.length < 2} {...offered} aria-label={`移到：${link.name}`} onClick={() => setAsked('move')}>
          移到
        </Button>
        <Button size="small" danger {...offered} aria-label={`删除${link.name}`} onClick={() => setAsked('delete')}>
          删除
        </Button>
      </span>
      <div className={css.whole}>
        <ScheduledLine of={SCHEDULED} id={id} />
      </div>
      {asked === 'move' && <MoveDialog link={link} level={level} onClose={close} onDone={onDone} />}
      {asked === 'delete' && (
        <DeleteDialog
          of={SCHEDULED}
          id={id}
          name={link.name}
          effect={(typed) => {
            const { lead, at } = whenSaved(typed)
            return `${lead.replace('保存', '删除')}所有公开页面${at}不再显示它；只是暂时不用的可以隐藏。可以从“修改记录”撤销。`
          }}
          now={() => call(linkDesk.remove, { body: { id, version } }, { silent: true })}
          later={(effectiveTime) => call(scheduledLinks.remove, { body: { id, version, effectiveTime } }, { silent: true })}
          onClose={close}
          onDone={onDone}
        />
      )}
    </>
  )
}
