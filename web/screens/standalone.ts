import type { Screen } from './screen.ts'

export const standaloneScreens: readonly Screen[] = [
  { path: '/login', title: '登录', domain: 'identity', who: 'public', file: 'identity/login.tsx' },
  { path: '/login/done', title: '登录成功', domain: 'identity', who: 'public', file: 'identity/logged-in.tsx' },
  { path: '/login/platform', title: '平台登录', domain: 'identity', who: 'public', file: 'identity/parents/platform-login.tsx' },
  { path: '/zzd/login', title: '浙政钉登录', domain: 'identity', who: 'public', file: 'identity/parents/zzd-login.tsx' },
  { path: '/zzd/home', title: '浙政钉首页', domain: 'identity', who: ['YYF'], file: 'identity/parents/zzd-home.tsx' },
  { path: '/index', title: '运营工作台', domain: 'portal', who: ['YYF'], layout: 'work', file: 'portal/operator.tsx' },
  { path: '/404', title: '页面不存在', domain: 'portal', who: 'public', file: 'shell/not-found.tsx' },
  { path: '/ecall', title: '企业服务呼叫中心', domain: 'callcentre', who: ['YYF'], file: 'callcentre/ecall.tsx', kit: true },
  { path: '/demo', title: '组件演示', domain: 'portal', who: 'public', file: 'portal/demo.tsx', kit: true, demo: true },
  { path: '/commonform', title: '自定义表单', domain: 'declaration', who: ['QY', 'GR'], file: 'declaration/common-form.tsx', kit: true },
  { path: '/preview', title: '自定义表单预览', domain: 'declaration', who: 'token', file: 'declaration/form-preview.tsx', kit: true },
  { path: '/header', title: '公共页头', domain: 'portal', who: 'public', file: 'shell/header-only.tsx' },
]
