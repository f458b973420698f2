import { useState } from 'react'
import { USER_TYPE_OPERATOR } from '../../../contract/constants.ts'
import { parentsWire } from '../../../contract/parents-wire.ts'
import { session } from '../../session.ts'
import { zzdLoginAddress } from '../../session/came-from.ts'
import { ownAddress } from '../../session/own-address.ts'
import { useSite } from '../../shell/root-data.ts'
import { codeOfContainer, zzdArrival, type Arrival } from './arrival.ts'
import { Arriving } from './arriving.tsx'

const DEMO_ENTRY = '/demo-parent/zzd/authorize'
const isSignedIn = async (): Promise<boolean> => {
  await session.ready()
  return session.user() !== undefined
}
const home = (arrival: Arrival) => location.replace(ownAddress(arrival.redirect, location.href) ?? '/zzd/home')

/** /zzd/login: staff sign in from 浙政钉 without a password, and return to the page that asked for it (spec §2, §3). */
export default function ZzdLogin() {
  const { demo } = useSite()
  const [back, setBack] = useState<string | null>(null)
  // State setters are stable, so this is made once: the page must not look for the sign-in twice.
  const [find] = useState(() => async (search: string): Promise<Arrival | null> => {
    const redirect = ownAddress(new URLSearchParams(search).get('redirect'), location.href)
    setBack(redirect)
    const named = zzdArrival(search)
    if (named) return named
    const token = new URLSearchParams(search).has('out') ? null : await codeOfContainer()
    // Opened from the frame of another site, or by the way back: this window may have a session already.
    if (!token && (await isSignedIn()) && (redirect || session.user()?.type === USER_TYPE_OPERATOR))
      location.replace(redirect ?? '/zzd/home')
    return token ? { endpoint: parentsWire.loginByZzd, input: { body: { token } }, redirect } : null
  })
  const demoEntry = () => {
    if (!back) return DEMO_ENTRY
    return `${DEMO_ENTRY}?redirect_uri=${encodeURIComponent(new URL(zzdLoginAddress(back), location.href).href)}`
  }
  return (
    <Arriving
      title="浙政钉登录"
      find={find}
      nothing="请从浙政钉工作台中的本应用进入。"
      done={home}
      back={back}
      demoWays={demo ? [['演示：从浙政钉工作台进入', demoEntry()]] : []}
    />
  )
}
