import { addMenus } from './added-menu.ts'
import type { Seed } from './index.ts'

/** The inbox in the sidebar of everybody. */
export const noticeSeed: Seed = {
  name: 'notice menu',
  demoOnly: false,
  run: (k) =>
    addMenus(k, 'notice menu', [
      {
        name: '消息中心',
        url: '/work/notice',
        icon: 'bell',
        roles: ['enterprise', 'individual', 'front', 'dept', 'editor', 'leader', 'sysadmin', 'secadmin', 'auditor'],
      },
    ]),
}
