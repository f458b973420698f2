import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  ssr: true,
  routeDiscovery: { mode: 'lazy', manifestPath: '/page/__manifest' },
} satisfies Config
