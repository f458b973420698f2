/** How somebody logged in, as a whole phrase. */
export const loginWays: Readonly<Record<string, string>> = {
  password: '用户名密码登录',
  sso: '统一登录',
  zzd: '浙政钉登录',
  zml: '兄弟平台登录',
  szjj: '省级平台登录',
}
