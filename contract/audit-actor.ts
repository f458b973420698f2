import { userTypeNames } from './identity/user-types.ts'

/** Who acted: without a name the system, a visitor, or a deleted account. */
export function actorWords({
  userName,
  userId,
  userType,
}: {
  userName: string | null
  userId: number | null
  userType: string | null
}): string {
  if (userName !== null) return userName
  if (userId !== null) return `已注销用户 #${userId}`
  return userType === 'SYSTEM' ? '系统' : '未登录'
}
export const actorTypeWords = (type: string | null): string | null =>
  type !== null && type in userTypeNames ? userTypeNames[type as keyof typeof userTypeNames] : null
