import { useEffect, useState } from 'react'
import { USER_TYPE_OPERATOR } from '../../contract/constants.ts'
import { market } from '../../contract/market/dealing.ts'
import type { MarketDetail } from '../../contract/market/item.ts'
import { marketKinds, type MarketKind } from '../../contract/market/states.ts'
import { call } from '../api.ts'
import { useViewer } from '../session.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { SideBlock } from '../shell/public/detail-parts.tsx'
import { requireLogin } from '../shell/require-login.ts'
import { useSite } from '../shell/root-data.ts'
import { toast } from '../toast.ts'
import { FavourButton } from './favour-button.tsx'
import { readItem } from './read-item.ts'
import styles from './market.module.css'

const AsPerson = lazyPart(() => import('./as-person.client.tsx').then((m) => m.AsPerson))
const ContactDialog = lazyPart(() => import('./contact-dialog.client.tsx').then((m) => m.ContactDialog))
const VisitDialog = lazyPart(() => import('./visit-dialog.client.tsx').then((m) => m.VisitDialog))
const ReportDialog = lazyPart(() => import('./report-dialog.client.tsx').then((m) => m.ReportDialog))
type Open = 'contact' | 'visit' | 'report'

/** The reader's actions on an item: ask for the contact, book a visit, report it; for its owner, confirm it or manage it. */
export function OwnPart({ kind, id, title }: { kind: MarketKind; id: number; title: string }) {
  const { ssoUrl } = useSite()
  const viewer = useViewer()
  const [open, setOpen] = useState<Open | null>(null)
  const [found, setFound] = useState<MarketDetail | null>(null)
  const type = viewer?.type
  const { own, desk, name, side } = marketKinds[kind]
  // Public pages have no query client; after an error the page stays as the server rendered it.
  const refresh = async () => setFound(await readItem(kind, id, String(type)))
  useEffect(() => {
    // For a visitor the data of the server-rendered page is enough.
    if (type) void refresh()
    else setFound(null)
  }, [kind, id, type])
  const start = async (what: Open) => {
    if (await requireLogin(ssoUrl)) setOpen(what)
  }
  const confirm = async () => {
    await call(market.confirmFresh, { body: { kind, id } })
    toast.success('已确认，谢谢')
    await refresh()
  }
  const standing = found?.standing
  if (standing?.mine)
    return (
      <SideBlock title="我发布的">
        <p className="meta">
          {found?.stateName}
          {standing.hidden && '，太久没有确认，已不再公开'}，{standing.contacts} 人索取过联系方式
        </p>
        <div className={styles.buttons}>
          {standing.allowed.includes('confirm') && (
            <button type="button" className="btn btn-primary" onClick={() => void confirm()}>
              确认仍然有效
            </button>
          )}
          <a className="btn" href={viewer?.type === USER_TYPE_OPERATOR ? desk : own}>
            管理
          </a>
        </div>
      </SideBlock>
    )
  if (found?.ownAsPerson)
    return (
      <SideBlock title="我发布的">
        <AsPerson kind={kind} />
      </SideBlock>
    )
  if (viewer?.type === USER_TYPE_OPERATOR)
    return (
      <SideBlock title={name}>
        <p className="meta">企业和个人登录后可以索取联系方式、约看。</p>
      </SideBlock>
    )
  return (
    <SideBlock title={side === 'supply' ? '联系业主' : '联系需求方'}>
      <div className={styles.buttons}>
        <button type="button" className="btn btn-primary" onClick={() => void start('contact')}>
          索取联系方式
        </button>
        {side === 'supply' && (
          <button type="button" className="btn" onClick={() => void start('visit')}>
            约看
          </button>
        )}
        <FavourButton kind={kind} id={id} />
        <button type="button" className="btn" onClick={() => void start('report')}>
          举报
        </button>
      </div>
      {open === 'contact' && <ContactDialog kind={kind} id={id} title={title} onClose={() => setOpen(null)} />}
      {open === 'visit' && <VisitDialog kind={kind} id={id} title={title} onClose={() => setOpen(null)} />}
      {open === 'report' && <ReportDialog kind={kind} id={id} title={title} onClose={() => setOpen(null)} />}
    </SideBlock>
  )
}
