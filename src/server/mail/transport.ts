import { createTransport, type SendMailOptions } from 'nodemailer';
import { isLoopback } from '../settings-problems.ts';
import type { Sender } from '../settings-variables.ts';

export interface MailAttachment {
  readonly filename: string;
  readonly content: Buffer | string;
  readonly contentType: string;
  /** Referenced as `cid:…` in the HTML; without it the file is attached. */
  readonly cid?: string;
}

export interface OutgoingMail {
  /** Without angle brackets; the same for every try, so that a receiver can detect duplicates. */
  readonly messageId: string;
  readonly from: Sender;
  readonly to: string;
  readonly replyTo: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly attachments: readonly MailAttachment[];
  /** One-click unsubscribe address (RFC 8058). */
  readonly stopUrl?: string;
}

export interface MailTransport {
  /** Resolves once the mail server has accepted the mail. Throws MailRefused or MailNotTaken. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** The mail server will never accept this mail for this recipient. `reason` may contain the address. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
  readonly reason: string;

  constructor(reason: string) {
    super('The mail server refused the mail for good.');
    this.reason = reason;
  }
}

/** Not accepted this time. The message contains no address, so it may be logged. */
export class MailNotTaken extends Error {
  override readonly name = 'MailNotTaken';
}

/** Opens a pool of connections to `smtpUrl` (`smtp://` with STARTTLS where offered, or `smtps://`); connects lazily. */
export function openMailTransport({ smtpUrl }: { readonly smtpUrl: string }): MailTransport {
  const { hostname } = new URL(smtpUrl);
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 5,
    maxMessages: 100,
    // A mail server on this machine has no certificate for its name, and nobody listens in between.
    ignoreTLS: isLoopback(hostname),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      try {
        await transport.sendMail(toMessage(mail));
      } catch (error) {
        throw translate(error);
      }
    },
    close: () => transport.close(),
  };
}

function toMessage({ stopUrl, ...mail }: OutgoingMail): SendMailOptions {
  return {
    ...mail,
    messageId: `<${mail.messageId}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(stopUrl && {
        'List-Unsubscribe': `<${stopUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    // Files with a `cid` are inline, the others attachments.
    attachments: [...mail.attachments],
  };
}

interface SmtpFault {
  readonly code?: string;
  readonly message?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

/** Status 5.7.x: we may not send. Many servers say so only at the recipient. */
const OF_OUR_ACCESS = /^\d{3}[ -]5\.7\./;
/** We may not send as this sender, in the words of Microsoft and Amazon. They say so only after the mail. */
const OF_OUR_SENDER = /^\d{3}[ -](5\.7\.60|.*(SendAsDenied|address is not verified))/;

/**
 * A refused sign-in or sender (5xx as well) is ours to fix, so only responses about the recipient or the content are
 * permanent.
 */
function translate(error: unknown): MailRefused | MailNotTaken {
  const { code, command, message, response, responseCode = 0 } = error as SmtpFault;
  const isOurs = (command === 'RCPT TO' ? OF_OUR_ACCESS : OF_OUR_SENDER).test(response ?? '');
  const isAboutThisMail = (command === 'RCPT TO' || command === 'DATA') && !isOurs;
  if (isAboutThisMail && responseCode >= 500) return new MailRefused(response ?? String(responseCode));
  if (command === 'API' && code === 'EENVELOPE')
    return new MailRefused('Email cannot be sent to this address.');
  // For a failed connection, the code says nothing; the message names the certificate, port or address.
  const reason = code === 'ESOCKET' ? message : code;
  const said = responseCode ? `${command ?? 'SMTP'} ${responseCode}` : (reason ?? 'no response');
  return new MailNotTaken(`The mail server did not accept the email (${said}).`);
}
