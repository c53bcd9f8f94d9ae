using System;
using System.Net.Http;
using System.Security.Cryptography;
using System.Text;

/// Lists the first page of a merchant's products. ProductList.csproj must be in the same folder:
///
///     dotnet run
///     dotnet run sign SECRET TIMESTAMP   # prints the sign alone
static class ProductList
{
    const string Form = "application/x-www-form-urlencoded";
    const string Json = "application/json";

    static string Sign(string secret, string timestamp)
    {
        byte[] text = Encoding.UTF8.GetBytes(secret + timestamp);
        using (var md5 = MD5.Create())
        {
            return BitConverter.ToString(md5.ComputeHash(text)).Replace("-", ""); // two upper-case digits a byte
        }
    }

    static string Setting(string name)
    {
        return Environment.GetEnvironmentVariable(name);
    }

    static string Call(string path, string type, string body, string idempotencyKey = null)
    {
        string timestamp = DateTimeOffset.UtcNow.ToUnixTimeSeconds().ToString();
        using (var client = new HttpClient())
        using (var request = new HttpRequestMessage(HttpMethod.Post, Setting("STOCKROOM_ADDRESS") + path))
        {
            request.Headers.Add("appid", Setting("STOCKROOM_APPID"));
            request.Headers.Add("timestamp", timestamp);
            request.Headers.Add("sign", Sign(Setting("STOCKROOM_SECRET"), timestamp));
            request.Headers.Add("accesstoken", Setting("STOCKROOM_TOKEN"));
            if (idempotencyKey != null)
            {
                request.Headers.Add("Idempotency-Key", idempotencyKey);
            }
            request.Content = new StringContent(body, Encoding.UTF8, type);
            var answer = client.SendAsync(request).GetAwaiter().GetResult();
            return answer.Content.ReadAsStringAsync().GetAwaiter().GetResult();
        }
    }

    static void Main(string[] args)
    {
        if (args.Length == 3 && args[0] == "sign")
        {
            Console.WriteLine(Sign(args[1], args[2]));
            return;
        }
        var body = "page=1";
        Console.WriteLine(Call("/Stock/Product", Form, body));
    }
}
