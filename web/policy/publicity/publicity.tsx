import { useState } from 'react'
import type { PublishedList } from '../../../contract/direct.ts'
import { SideBlock } from '../../shell/public/detail-parts.tsx'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { money } from '../../kit/money.ts'

const PublicityRows = lazyPart(() => import('./publicity-rows.tsx').then((m) => m.PublicityRows))

/** The published 免申即享 lists of a policy, for signed-in users; companies are named only during the publicity. */
export function Publicity({ lists }: { lists: readonly PublishedList[] }) {
  const [open, setOpen] = useState<PublishedList | null>(null)
  if (lists.length === 0) return null
  return (
    <SideBlock title="免申即享名单公示">
      <ul>
        {lists.map((l) => (
          <li key={l.id}>
            {l.title}
            <p className="meta num">
              公示 {l.publicFrom} 至 {l.publicTo} · {l.companies} 家 · {money(l.amount)}
            </p>
            {l.state === 'announced' && (
              <button type="button" className="btn btn-small" onClick={() => setOpen(l)}>
                查看名单<span className="visually-hidden">：{l.title}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {open && <PublicityRows list={open} onClose={() => setOpen(null)} />}
    </SideBlock>
  )
}
