// A JSON text of any length.
//   -DBUG=1  a text of blanks is read beyond its end
#ifdef BUG
#if BUG == 1
#define BUG_VALIDATE
#endif
#endif
#include "json_scanner.h"

int main(void)
{
    size_t length = any_length();
    char *text = malloc(length);

    if (text == NULL)
        return 0;
    validate(text, length);
    free(text);
    return 0;
}
