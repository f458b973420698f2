/** Names, in an address, the policy whose consultation is opened when its page is reached after a log-in. */
export const consultAfterLogin = 'consult'
