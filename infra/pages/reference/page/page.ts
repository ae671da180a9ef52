import { takeKeyFromLink } from '../../desk/page/key-link.ts';

interface SwaggerUi {
  preauthorizeApiKey(scheme: string, key: string): void;
}

declare const SwaggerUIBundle: (options: object) => SwaggerUi;

/** As the reader has set it for everything. */
const dark = matchMedia('(prefers-color-scheme: dark)');
function followScheme() {
  return document.documentElement.classList.toggle('dark-mode', dark.matches);
}

dark.addEventListener('change', followScheme);
followScheme();

/** Kept while the tab is open: a key is a password. */
const STORED = 'broadsheet.reference';

// Before the page shows anything: it reads the fragment too, as the operation to open.
const linkedKey = takeKeyFromLink();
if (linkedKey !== undefined) sessionStorage.setItem(STORED, linkedKey);

const ui = SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 2,
  filter: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  // It would send the document elsewhere.
  validatorUrl: null,
  onComplete: () => {
    const key = sessionStorage.getItem(STORED);
    if (key !== null) ui.preauthorizeApiKey('bearer', key);
  },
});
