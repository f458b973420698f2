/** Removing the authenticator app also removes the keys, so both panels refresh it. */
export const SECURITY_KEYS = ['account', 'securityKeys']
