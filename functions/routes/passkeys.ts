import type { Rows } from '../runtime/route.ts';

export const passkeysRows = {
  'passkeys/options': {
    method: 'POST',
    path: '/api/1.3/passkeys/options',
    permission: 'read',
    summary: 'Get what a browser needs to make a passkey for you',
    audit: { none: 'it only makes a challenge, which ends by itself' },
    grants: ['table:read', 'challenges:write'],
    isForEnrolment: true,
    load: () => import('../passkeys/options.ts'),
  },
  'passkeys/create': {
    method: 'POST',
    path: '/api/1.3/passkeys',
    permission: 'read',
    summary: 'Enrol a passkey that your browser has made',
    audit: 'passkey.create',
    grants: ['table:read', 'factors:write'],
    isForEnrolment: true,
    load: () => import('../passkeys/create.ts'),
  },
  'passkeys/list': {
    method: 'GET',
    path: '/api/1.3/passkeys',
    permission: 'read',
    summary: 'List your passkeys',
    grants: ['table:read'],
    isForEnrolment: true,
    load: () => import('../passkeys/list.ts'),
  },
  'passkeys/delete': {
    method: 'DELETE',
    path: '/api/1.3/passkeys/{id}',
    permission: 'read',
    summary: 'Remove one of your passkeys',
    audit: 'passkey.delete',
    grants: ['table:read', 'factors:write'],
    load: () => import('../passkeys/delete.ts'),
  },
} satisfies Rows<'passkeys'>;

export const recoveryCodesRows = {
  'recovery_codes/create': {
    method: 'POST',
    path: '/api/1.3/recovery_codes',
    permission: 'read',
    summary: 'Get new recovery codes for when your passkeys are lost; only this response shows them',
    audit: 'author.renew_recovery_codes',
    grants: ['table:read', 'factors:write'],
    load: () => import('../recovery_codes/create.ts'),
  },
} satisfies Rows<'recovery_codes'>;
