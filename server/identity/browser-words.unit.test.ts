import { expect, it } from 'vitest'
import { browserWords } from './browser-words.ts'

const windows = (rest: string) => `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ${rest}`

it.each([
  [windows('Chrome/131.0.0.0 Safari/537.36'), 'Chrome 131 · Windows 10/11'],
  [windows('Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0'), 'Edge 140 · Windows 10/11'],
  ['Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko', 'IE 11 · Windows 7'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari 18 · iOS 18.0',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36 MicroMessenger/8.0',
    '微信 8 · 安卓 14',
  ],
  [
    'Mozilla/5.0 (Linux; U; Android 12; zh-CN) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/69.0.3497.100 Mobile Safari/537.36 AliApp(DingTalk/6.5.10)',
    '浙政钉 6 · 安卓 12',
  ],
  ['Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36', 'Chrome 114 · 鸿蒙 5.0'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Safari/605.1.15',
    'Safari 17 · macOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox 133 · Linux'],
  ['curl/8.0', '未知浏览器'],
  ['', '未知浏览器'],
])('%s is read as %s', (agent, words) => {
  expect(browserWords(agent)).toBe(words)
})
