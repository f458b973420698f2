import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { ApiError } from '../api.ts'
import { beginAtFirstField } from './dialog/first-focus.ts'
import { keepFocusBack } from './dialog/focus-back.ts'
import { elderTheme, still, theme } from './theme.ts'
import { useMedia } from './use-media.ts'

dayjs.locale('zh-cn')

/** One cache for the whole page. A refusal is final; only a lost answer is retried, once. */
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (count, error) => count < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 502),
    },
    mutations: { retry: false },
  },
})

/** Wraps every part that uses antd: theme, Chinese locale, message and modal hooks (App.useApp), TanStack Query. */
export function KitProvider({ children }: { children: ReactNode }) {
  const chosen = useElder() ? elderTheme : theme
  const reduced = useMedia('(prefers-reduced-motion: reduce)')
  const shown = useMemo(() => (reduced ? still(chosen) : chosen), [reduced, chosen])
  useEffect(() => {
    // Not loaded apart: a dialog that opens before it would neither begin at its field nor give the keyboard back.
    keepFocusBack()
    beginAtFirstField()
  }, [])
  return (
    <ConfigProvider theme={shown} locale={zhCN} button={{ autoInsertSpace: false }}>
      <App component={false}>
        <QueryClientProvider client={queries}>{children}</QueryClientProvider>
      </App>
    </ConfigProvider>
  )
}

/** Follows every change, also one between rendering and the first effect. */
const useElder = (): boolean => useSyncExternalStore(onDisplay, () => document.documentElement.dataset.elder === '1')
function onDisplay(follow: () => void): () => void {
  window.addEventListener('qifu:display', follow)
  return () => window.removeEventListener('qifu:display', follow)
}
