import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { USER_TYPE_ENTERPRISE, USER_TYPE_INDIVIDUAL, USER_TYPE_OPERATOR } from '../../contract/constants.ts'
import { fill, messages } from '../../contract/messages.ts'
import { session, useViewer } from '../session.ts'
import styles from './account-area.module.css'
import { DownIcon } from './icons.tsx'
import { useSite } from './root-data.ts'
import { ssoAddress } from './sso.ts'

const ChangePassword = lazy(() => import('../identity/change-password.tsx'))
const Authorization = lazy(() => import('../identity/authorization.tsx'))

interface Entry { name: string; run?: () => void; href?: string }

/** Log-in link, or the menu of the logged-in person by type (spec §2 Header). */
export function AccountArea({ placement = 'portal' }: { placement?: 'portal' | 'work' }) {
  const viewer = useViewer()
  const site = useSite()
  const [dialog, setDialog] = useState<'password' | 'authorization' | null>(null)
  if (!viewer) return <a className={styles.login} href={site.ssoUrl ? ssoAddress(site.ssoUrl) : '/login'}>{messages.enterpriseLogin}</a>
  const is = (...types: string[]) => types.includes(viewer.type)
  const entries: Entry[] = [
    placement === 'work' ? { name: '返回门户', href: '/page/home' } : { name: messages.enterWorkbench, run: () => void enterWorkbench() },
    ...(is(USER_TYPE_OPERATOR) ? [{ name: messages.changePassword, run: () => setDialog('password') }] : []),
    ...(is(USER_TYPE_INDIVIDUAL, USER_TYPE_ENTERPRISE) && site.cityPlatformUrl ? [{ name: messages.cityPlatform, href: site.cityPlatformUrl }] : []),
    ...(is(USER_TYPE_ENTERPRISE) && site.protocolCheck ? [{ name: messages.enterpriseAuthorization, run: () => setDialog('authorization') }] : []),
    { name: messages.logout, run: () => void session.logout() },
  ]
  return (
    <>
      <Dropdown label={fill(messages.greeting, { name: viewer.name })} entries={entries} light={placement === 'work'} />
      <Suspense>
        {dialog === 'password' && <ChangePassword onClose={() => setDialog(null)} />}
        {dialog === 'authorization' && <Authorization onClose={() => setDialog(null)} />}
      </Suspense>
    </>
  )
}

/** The first entry of the menu, or the error of spec §2 when that is the call centre. */
async function enterWorkbench(): Promise<void> {
  await session.ready()
  const address = session.workbenchAddress()
  if (address) location.assign(address)
}

function Dropdown({ label, entries, light }: { label: string; entries: readonly Entry[]; light: boolean }) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!open) return
    const outside = (event: Event) => { if (!root.current?.contains(event.target as Node)) setOpen(false) }
    const escape = (event: KeyboardEvent) => { if (event.key === 'Escape') { setOpen(false); root.current?.querySelector('button')?.focus() } }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    document.addEventListener('keydown', escape)
    return () => { document.removeEventListener('pointerdown', outside); document.removeEventListener('focusin', outside); document.removeEventListener('keydown', escape) }
  }, [open])
  return (
    <div className={styles.account} ref={root}>
      <button type="button" className={light ? styles.light : styles.toggle} aria-expanded={open} onClick={() => setOpen(!open)}><span className={styles.name}>{label}</span><DownIcon /></button>
      {open && (
        <ul className={styles.list}>
          {entries.map(({ name, run, href }) => (
            <li key={name}>
              {href ? <a className={styles.entry} href={href}>{name}</a> : <button type="button" className={styles.entry} onClick={() => { setOpen(false); run?.() }}>{name}</button>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
