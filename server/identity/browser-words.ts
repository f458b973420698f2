import Bowser from 'bowser'

/** Names that people know better than those of the library; the others stay. */
const familiar: Readonly<Record<string, string>> = {
  'Internet Explorer': 'IE',
  'Microsoft Edge': 'Edge',
  'UC Browser': 'UC 浏览器',
  WeChat: '微信',
  Android: '安卓',
  HarmonyOS: '鸿蒙',
}
/** The container of the provincial platform, which the library takes for the browser inside it. */
const DINGTALK = /DingTalk\/(\d+)/
const UNKNOWN = '未知浏览器'

/** Browser and system of a User-Agent header in words, such as Chrome 131 · Windows 10/11. */
export function browserWords(agent: string): string {
  if (agent === '') return UNKNOWN
  const { browser, os } = Bowser.parse(agent)
  const dingTalk = DINGTALK.exec(agent)
  const parts = [
    dingTalk ? `浙政钉 ${dingTalk[1]}` : named(browser.name, browser.version?.split('.')[0]),
    named(os.name, systemVersion(os)),
  ]
  return parts.filter(Boolean).join(' · ') || UNKNOWN
}

const named = (name = '', version = '') => [familiar[name] ?? name, version].filter(Boolean).join(' ')

function systemVersion({ name, version, versionName }: { name?: string; version?: string; versionName?: string }): string {
  // Windows 11 and 10 send the same header, and macOS has sent 10.15 since 2020.
  if (name === 'Windows') return versionName === '10' ? '10/11' : (versionName ?? '')
  return name === 'macOS' ? '' : (version ?? '')
}
