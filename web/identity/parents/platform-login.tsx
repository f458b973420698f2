import { session } from '../../session.ts'
import { ownAddress } from '../../session/own-address.ts'
import { Header } from '../../shell/header.tsx'
import { useSite } from '../../shell/root-data.ts'
import { SkipLink } from '../../shell/skip-link.tsx'
import { platformArrival, type Arrival } from './arrival.ts'
import { Arriving } from './arriving.tsx'

const enter = (arrival: Arrival): void =>
  void session.workbenchAddress().then((first) => location.replace(ownAddress(arrival.redirect, location.href) ?? first ?? '/page/home'))

const DEMO_WAYS = [
  ['演示：从兄弟平台进入', '/sys/sso/zml'],
  ['演示：从省级平台进入', '/sys/sso/szjj'],
  ['演示：从浙政钉工作台进入', '/demo-parent/zzd/authorize'],
] as const

/** Companies and individuals sign in with a ticket from a parent or sibling platform (spec §7 szjjLogin, zmlLogin). */
export default function PlatformLogin() {
  const { demo } = useSite()
  return (
    <>
      <SkipLink />
      <Header hideMenu />
      <Arriving
        title="平台登录"
        find={platformArrival}
        nothing="没有收到登录票据，请从原平台重新进入。"
        done={enter}
        demoWays={demo ? DEMO_WAYS : []}
      />
    </>
  )
}
